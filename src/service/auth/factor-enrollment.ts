import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { json } from '../http/json.ts';
import { bodyFields, readBody, textField } from './body.ts';
import { requireUser } from './caller.ts';
import type { AuthHandler } from './context.ts';
import { AuthFailure, invalidRequest, refuseIfTaken } from './failure.ts';
import { lockFactor, removeFactor } from './factors.ts';
import { challengeMilliseconds, maximumFactors } from './settings.ts';
import { hasSecondFactor, lockUser } from './users.ts';

const enrollBody = z.object({
  friendly_name: textField(100),
  factor_type: textField(100),
  issuer: textField(100),
  phone: bodyFields.phone,
});

const refusal = (code: string, message: string) => new AuthFailure(422, code, message);

/**
 * `POST /factors`: creates a second factor, and shows its secret once as a QR code, text and URI. The first correct
 * code activates it (AUTH-022).
 */
export const enrollFactor: AuthHandler = async (call, context) => {
  const { user, aal } = await requireUser(call, context);
  const { factor_type: type, friendly_name: name = '', issuer } = await readBody(call.request, enrollBody);
  if (type === 'phone') throw refusal('mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
  if (type === 'webauthn')
    throw refusal('mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
  if (type !== 'totp') throw invalidRequest('factor_type needs to be totp, phone, or webauthn');
  if (user.is_anonymous) throw invalidRequest('A guest cannot have a second factor', 422);
  if (hasSecondFactor(user) && aal !== 'aal2')
    throw new AuthFailure(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');

  const id = randomUUID();
  const now = context.clock();
  const totp = new TOTP({
    issuer: issuer ?? new URL(context.siteUrl()).hostname,
    label: user.email ?? user.id,
    secret: new Secret({ size: 20 }),
  });
  const nameTaken = () =>
    refusal(
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    );
  const enrollment = context.database.transaction(async (tx) => {
    await lockUser(tx, user.id);
    // Deletes factors that were not confirmed within five minutes. Otherwise their names would stay taken after users
    // closed the tab.
    await tx.query(
      `delete from auth.mfa_factors where user_id = $1 and status::text = 'unverified' and created_at < $2`,
      [user.id, new Date(now.getTime() - challengeMilliseconds).toISOString()],
    );
    const [row] = await tx.query<{ readonly count: number }>(
      'select count(*)::int as count from auth.mfa_factors where user_id = $1',
      [user.id],
    );
    if ((row?.count ?? 0) >= maximumFactors) {
      const message = 'Maximum number of verified factors reached, unenroll to continue';
      throw refusal('too_many_enrolled_mfa_factors', message);
    }
    await tx.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values ($1, $2, $3, 'totp', 'unverified', $4, $5, $5)`,
      [id, user.id, name, context.encryption.encrypt(totp.secret.base32, id), now.toISOString()],
    );
  });
  await enrollment.catch(refuseIfTaken(nameTaken));
  const uri = totp.toString();
  // A margin of four modules (ISO/IEC 18004), so that scanners can read the code on any background.
  const qrCode = renderSVG(uri, { border: 4 });
  return json({
    id,
    type: 'totp',
    friendly_name: name,
    totp: { qr_code: qrCode, secret: totp.secret.base32, uri },
  });
};

/**
 * `DELETE /factors/:id`: removes a second factor. Removing a verified one requires a session that used it (AUTH-023).
 */
export const unenrollFactor: AuthHandler = async (call, context) => {
  const { user, aal } = await requireUser(call, context);
  const id = await context.database.transaction(async (tx) => {
    const factor = await lockFactor(tx, user.id, call.path['id']);
    if (factor.status === 'verified' && aal !== 'aal2')
      throw refusal('insufficient_aal', 'AAL2 required to unenroll verified factor');
    await removeFactor(tx, factor.id, context.clock());
    return factor.id;
  });
  return json({ id });
};
