import { Route, Routes } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { sessionTexts } from '../lib/session-texts.ts';
import { ChatLayout, ConsoleLayout, SiteLayout } from './layouts.tsx';
import * as pages from './pages.ts';
import { RequireSession } from './RequireSession.tsx';
import { useChatBehind } from './use-chat-behind.ts';
import { LocationContext, useShownLocation } from './use-shown-location.ts';

export function AppRoutes() {
  const shown = useShownLocation();
  const chat = useChatBehind(shown.location);
  return (
    <>
      <LocationContext value={chat ? { ...shown, location: chat } : shown}>
        <Routes>
          <Route element={<SiteLayout />}>
            <Route path={paths.home} element={<pages.Landing />} />
            <Route path={paths.features} element={<pages.Features />} />
            <Route path={paths.pricing} element={<pages.Pricing />} />
            <Route path={paths.privacy} element={<pages.Privacy />} />
            <Route path={`${paths.docs}/*`} element={<pages.Docs />} />
            <Route path={paths.apiDocs} element={<pages.ApiDocs />} />
            <Route path={paths.signIn} element={<pages.SignIn />} />
            <Route path={paths.signUp} element={<pages.SignUp />} />
            <Route path={paths.authCallback} element={<pages.AuthCallback />} />
            <Route path={paths.resetPassword} element={<pages.ResetPassword />} />
            <Route element={<RequireSession />}>
              <Route path={paths.checkout} element={<pages.Checkout />} />
            </Route>
            <Route path="*" element={<pages.Rare />} />
          </Route>
          <Route element={<ConsoleLayout />}>
            <Route element={<RequireSession page={pages.Account} />}>
              <Route path={`${paths.account}/*`} element={<pages.Account />} />
            </Route>
            <Route element={<RequireSession notice={sessionTexts.adminNeedsSession} page={pages.Admin} />}>
              <Route path={`${paths.admin}/*`} element={<pages.Admin />} />
            </Route>
          </Route>
          <Route element={<ChatLayout />}>
            <Route
              element={
                <RequireSession
                  notice={sessionTexts.chatNeedsSession}
                  noticeWithId={sessionTexts.chatHistoryNeedsSession}
                  waiting={sessionTexts.chatWaits}
                  page={pages.Chat}
                />
              }
            >
              <Route path={paths.chat} element={<pages.Chat />} />
              <Route path={paths.history} element={<pages.Chat />} />
            </Route>
          </Route>
        </Routes>
      </LocationContext>
      {chat && <pages.SettingsDialog chat={chat} />}
    </>
  );
}
