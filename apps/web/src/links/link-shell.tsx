import { Suspense } from 'react';
import { lazyComponent } from '../lib/lazy-component';
import { FailedLoad } from './failed-load';
import { LanguageAndTheme } from './language-and-theme';
import type { LinkAddress } from './link-address';
import { LinkNotFound } from './link-notice';
import { LoadingPage } from './loading-page';

const SharePage = lazyComponent(async () => (await import('./share/share-page')).SharePage);
const DropPage = lazyComponent(async () => (await import('./drop/drop-page')).DropPage);

/** The frame of the public pages: one page, no navigation, the language and the theme of the visitor. */
export function LinkShell({ address }: { address: LinkAddress | undefined }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-panel px-4 py-2">
        <p className="text-lg font-semibold">Archivolt</p>
        <LanguageAndTheme />
      </header>
      <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col gap-4 p-4 sm:p-6">
        <FailedLoad>
          <Suspense fallback={<LoadingPage />}>
            <LinkContent address={address} />
          </Suspense>
        </FailedLoad>
      </main>
    </div>
  );
}

function LinkContent({ address }: { address: LinkAddress | undefined }) {
  if (address?.kind === 'share') return <SharePage token={address.token} />;
  if (address?.kind === 'drop') return <DropPage token={address.token} />;
  return <LinkNotFound />;
}
