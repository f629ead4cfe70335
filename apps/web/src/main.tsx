import { DirectionProvider } from '@base-ui/react/direction-provider';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LazyToaster } from './components/lazy-toaster';
import { SignInAgain } from './features/auth';
import { appearance } from './lib/appearance';
import { activateLanguage } from './lib/i18n';
import { keepForOffline } from './lib/offline';
import { queryClient } from './lib/query-client';
import { router } from './router';

const root = document.getElementById('root');
if (root) {
  await activateLanguage(appearance().language);
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <CSPProvider disableStyleElements>
          <DirectionProvider direction="ltr">
            <QueryClientProvider client={queryClient}>
              <RouterProvider router={router} />
              <SignInAgain />
              <LazyToaster />
            </QueryClientProvider>
          </DirectionProvider>
        </CSPProvider>
      </I18nProvider>
    </StrictMode>,
  );
  keepForOffline();
}
