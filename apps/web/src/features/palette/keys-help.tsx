import { useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component';
import { useCommands } from '../../lib/commands';
import { presentKeys, useKeys, type KeyBinding } from '../../lib/keyboard';

const KeysDialog = lazyComponent(async () => (await import('./keys-dialog')).KeysDialog);

/** `?` shows the keys of the present page. */
export function KeysHelp(_properties: { organizationId: string }) {
  const { t } = useLingui();
  // Read once: the dialog itself is not a part of the page.
  const [shown, setShown] = useState<readonly KeyBinding[]>();
  const show = (): void => setShown(presentKeys());
  useKeys([{ keys: '?', label: t`Show keyboard shortcuts`, group: t`Everywhere`, run: show }]);
  useCommands([{ id: 'keys', label: t`Show keyboard shortcuts`, group: t`Actions`, keys: '?', run: show }]);
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <KeysDialog bindings={shown} onClose={() => setShown(undefined)} />
    </Suspense>
  );
}
