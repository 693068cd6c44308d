import { IconEye } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ViewSession } from '../../../../../shared/admin/impersonation.ts';
import type { AdminUser } from '../../../../../shared/admin/users.ts';
import { Button, ButtonLink } from '../../../../components/Button.tsx';
import { failureMessage } from '../../../../lib/invoke.ts';
import { showToast } from '../../../../lib/toast.ts';
import { callUsers } from '../call-users.ts';
import { userQueries } from '../queries.ts';
import { userTexts } from '../texts.ts';
import { nameOf, usersPath, viewPath } from '../user.ts';
import { viewTexts as texts } from './texts.ts';
import { viewQueries } from './view-queries.ts';
import styles from './ViewBanner.module.css';

/** Shows the administrator's open view, and lets them end it [ADMIN-037]. */
export function ViewBanner() {
  const client = useQueryClient();
  const { data } = useQuery(userQueries.openView());
  const isOver = data?.session === null;
  useEffect(() => {
    // Deletes the viewed data after the view has ended.
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
  const isOver = minutes === 0;
  useEffect(() => {
    // This device's clock may be wrong, so the service decides whether the view has ended.
    if (isOver) void client.invalidateQueries({ queryKey: userQueries.openView().queryKey });
  }, [isOver, client]);
  const end = useMutation({
    mutationFn: () => callUsers('end-impersonation', {}),
    onSuccess: async () => {
      client.setQueryData(userQueries.openView().queryKey, { session: null, user: null });
      if (pathname === viewPath) await navigate(usersPath);
    },
    onError: (error) =>
      showToast({ title: userTexts.actionFailed, message: failureMessage(error), variant: 'destructive' }),
  });
  return (
    <section className={styles.banner} aria-label={texts.region}>
      <IconEye size={20} stroke={1.75} aria-hidden />
      <p className={styles.text}>
        <strong>{texts.banner({ name: nameOf(user) })}</strong>{' '}
        <span className={styles.left}>{minutes > 0 ? texts.left({ count: minutes }) : texts.over}</span>
      </p>
      <span className={styles.actions}>
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

/** Minutes left according to this device's clock; the service's clock decides. */
function useMinutesUntil(moment: string): number {
  const [minutes, setMinutes] = useState(() => minutesUntil(moment));
  useEffect(() => {
    const update = () => setMinutes(minutesUntil(moment));
    update();
    const timer = setInterval(update, minute / 4);
    return () => clearInterval(timer);
  }, [moment]);
  return minutes;
}
