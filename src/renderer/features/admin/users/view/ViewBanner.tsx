import { IconEye } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ViewSession } from '../../../../../shared/admin/impersonation.ts';
import type { AdminUser } from '../../../../../shared/admin/users.ts';
import { Button, ButtonLink } from '../../../../components/Button.tsx';
import { sentenceOf } from '../../../../lib/invoke.ts';
import { paths } from '../../../../lib/paths.ts';
import { showToast } from '../../../../lib/toast.ts';
import { actOnUsers } from '../data/act-on-users.ts';
import { userQueries } from '../data/queries.ts';
import { viewQueries } from '../data/view-queries.ts';
import { userTexts } from '../texts.ts';
import { nameOf, viewPath } from '../user.ts';
import { viewTexts as texts } from './texts.ts';
import styles from './ViewBanner.module.css';

/** The view that is open, with its way back and its end; nothing while none is [ADMIN-037]. */
export function ViewBanner() {
  const client = useQueryClient();
  const { data } = useQuery(userQueries.openView());
  const isOver = data?.session === null;
  useEffect(() => {
    // What was looked at is kept nowhere once the look has ended.
    if (isOver) client.removeQueries({ queryKey: viewQueries.all() });
  }, [isOver, client]);
  if (!data?.session || !data.user) return null;
  return <Banner session={data.session} user={data.user} />;
}

function Banner({ session, user }: { readonly session: ViewSession; readonly user: AdminUser }) {
  const minutes = useMinutesUntil(session.expires_at);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const isRunOut = minutes === 0;
  useEffect(() => {
    // By this device's clock; the service says whether it is so, and then its pages go.
    if (isRunOut) void client.invalidateQueries({ queryKey: userQueries.openView().queryKey });
  }, [isRunOut, client]);
  const end = useMutation({
    mutationFn: () => actOnUsers('end-impersonation', {}),
    onSuccess: async () => {
      client.setQueryData(userQueries.openView().queryKey, { session: null, user: null });
      if (pathname === viewPath) await navigate(`${paths.admin}/users`);
    },
    onError: (error) =>
      showToast({ title: userTexts.actionFailed, message: sentenceOf(error), variant: 'destructive' }),
  });
  return (
    <section className={styles.banner} aria-label={texts.region}>
      <IconEye size={20} stroke={1.75} aria-hidden />
      <p className={styles.text}>
        <strong>{texts.banner(nameOf(user))}</strong>{' '}
        <span className={styles.left}>{minutes > 0 ? texts.left(minutes) : texts.over}</span>
      </p>
      <span className={styles.ways}>
        {pathname !== viewPath && (
          <ButtonLink to={viewPath} look="outlined" size="small">
            {texts.back}
          </ButtonLink>
        )}
        <Button size="small" disabled={end.isPending} onClick={() => end.mutate()}>
          {texts.end}
        </Button>
      </span>
    </section>
  );
}

const minute = 60_000;
const minutesUntil = (moment: string): number =>
  Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / minute));

/** Whole minutes that are left, followed by the clock of this device; the service's own decides. */
function useMinutesUntil(moment: string): number {
  const [minutes, setMinutes] = useState(() => minutesUntil(moment));
  useEffect(() => {
    const follow = () => setMinutes(minutesUntil(moment));
    follow();
    const timer = setInterval(follow, minute / 4);
    return () => clearInterval(timer);
  }, [moment]);
  return minutes;
}
