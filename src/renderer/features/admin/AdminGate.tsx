import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate } from 'react-router-dom';
import { Splash } from '../../components/Splash.tsx';
import { paths } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { adminTexts as texts } from './texts.ts';
import { useAdminCheck } from './use-admin-check.ts';

/** Other users are sent to the home page [ADMIN-020, ADMIN-022, ADMIN-023]. */
export function AdminGate({ children }: { readonly children: ReactNode }) {
  const check = useAdminCheck();
  const hasShownToast = useRef(false);
  useEffect(() => {
    if (check === 'loading' || check === 'admin' || hasShownToast.current) return;
    hasShownToast.current = true;
    showToast({ ...texts[check], variant: 'destructive' });
  }, [check]);

  switch (check) {
    case 'loading':
      return <Splash text={texts.checking} />;
    case 'admin':
      return children;
    case 'denied':
    case 'failed':
      return <Navigate to={paths.home} replace />;
  }
}
