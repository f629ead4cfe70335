import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { appearance } from '../lib/appearance';
import { withoutBasePath } from '../lib/base-path';
import { activateLanguage } from '../lib/i18n';
import { LinkShell } from './link-shell';
import { linkAddressOf } from './link-address';

// What visitors without an account open: `/share/…` and `/drop/…`. Small, and without anything of the archive behind it.
const root = document.getElementById('root');
if (root) {
  await activateLanguage(appearance().language);
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <LinkShell address={linkAddressOf(withoutBasePath(location.pathname))} />
      </I18nProvider>
    </StrictMode>,
  );
}
