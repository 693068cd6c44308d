import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { json } from '../http/json.ts';
import { fields, readBody } from './body.ts';
import { requireUser } from './caller.ts';
import type { AuthHandler } from './context.ts';
import { isUniqueViolation } from './database-error.ts';
import { AuthFailure } from './failure.ts';
import { lockFactor, removeFactor } from './factors.ts';
import { challengeMilliseconds, maximumFactors } from './settings.ts';
import { hasSecondFactor } from './users.ts';

const text = z.string().max(100).nullish();
const enrolBody = z.object({ friendly_name: text, factor_type: text, issuer: text, phone: fields.phone });

const nameTaken = (name: string) =>
  new AuthFailure(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name "${name}" for this user already exists`,
  );

/** `POST /factors`: a new second factor, shown once as picture, text and URI; it counts once a code was right (AUTH-022). */
export const enrolFactor: AuthHandler = async (call, context) => {
  const signedIn = await requireUser(call, context);
  const body = await readBody(call.request, enrolBody);
  const { user } = signedIn;
  if (body.factor_type === 'phone')
    throw new AuthFailure(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
  if (body.factor_type === 'webauthn')
    throw new AuthFailure(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
  if (body.factor_type !== 'totp')
    throw new AuthFailure(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn');
  if (user.is_anonymous)
    throw new AuthFailure(422, 'validation_failed', 'A guest cannot have a second factor');
  const name = body.friendly_name ?? '';
  const now = context.clock();
  if (hasSecondFactor(user) && signedIn.aal !== 'aal2')
    throw new AuthFailure(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');

  const id = randomUUID();
  const totp = new TOTP({
    issuer: body.issuer || new URL(context.siteUrl()).hostname,
    label: user.email ?? user.id,
    secret: new Secret({ size: 20 }),
  });
  try {
    await context.database.transaction(async (tx) => {
      await tx.query('select from auth.users where id = $1 for update', [user.id]);
      // What was begun and never confirmed makes room: a closed tab must not keep anybody out.
      await tx.query(
        `delete from auth.mfa_factors where user_id = $1 and status::text = 'unverified' and created_at < $2`,
        [user.id, new Date(now.getTime() - challengeMilliseconds).toISOString()],
      );
      const [row] = await tx.query<{ readonly count: number }>(
        'select count(*)::int as count from auth.mfa_factors where user_id = $1',
        [user.id],
      );
      if ((row?.count ?? 0) >= maximumFactors) {
        throw new AuthFailure(
          422,
          'too_many_enrolled_mfa_factors',
          'Maximum number of verified factors reached, unenroll to continue',
        );
      }
      await tx.query(
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
         values ($1, $2, $3, 'totp', 'unverified', $4, $5, $5)`,
        [id, user.id, name, context.sealer.seal(totp.secret.base32, id), now.toISOString()],
      );
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw nameTaken(name);
    throw error;
  }
  const uri = totp.toString();
  // Four modules of paper around it, as the standard asks (ISO/IEC 18004): it may be shown on any ground.
  return json({
    id,
    type: 'totp',
    friendly_name: name,
    totp: { qr_code: renderSVG(uri, { border: 4 }), secret: totp.secret.base32, uri },
  });
};

/** `DELETE /factors/:id`: the end of a second factor; of one that counts only where it was used (AUTH-023). */
export const unenrolFactor: AuthHandler = async (call, context) => {
  const { user, aal } = await requireUser(call, context);
  const id = await context.database.transaction(async (tx) => {
    const factor = await lockFactor(tx, user.id, call.path['id']);
    if (factor.status === 'verified' && aal !== 'aal2')
      throw new AuthFailure(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    await removeFactor(tx, factor.id, context.clock());
    return factor.id;
  });
  return json({ id });
};
