import { useLingui } from '@lingui/react/macro';
import { Dialog } from '../../components/dialog';
import { Keys } from '../../components/keys';
import type { KeyBinding } from '../../lib/keyboard';
import { groupedKeys, shownKeys } from './palette';

export function KeysDialog({ bindings, onClose }: { bindings: readonly KeyBinding[]; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog isOpen isWide onClose={onClose} title={t`Keyboard shortcuts`}>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {groupedKeys(bindings).map(({ group, keys }) => (
          <section key={group} aria-label={group}>
            <h3 className="mb-1 text-sm font-semibold">{group}</h3>
            <dl className="flex flex-col">
              {keys.map((binding) => (
                <div key={binding.keys} className="flex min-h-7 items-center justify-between gap-4 text-sm">
                  <dt>{binding.label}</dt>
                  <dd>
                    <Keys keys={shownKeys(binding.keys)} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
