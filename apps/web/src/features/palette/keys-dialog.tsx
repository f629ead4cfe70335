import { useLingui } from '@lingui/react/macro';
import { Dialog } from '../../components/dialog';
import { Keys } from '../../components/keys';
import type { KeyBinding } from '../../lib/keyboard';
import { groupedKeys } from './palette';

export function KeysDialog({ bindings, onClose }: { bindings: readonly KeyBinding[]; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog isOpen isWide onClose={onClose} title={t`Keyboard shortcuts`}>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {groupedKeys(bindings).map(({ group, actions }) => (
          <section key={group} aria-label={group}>
            <h3 className="mb-1 text-sm font-semibold">{group}</h3>
            <dl className="flex flex-col">
              {actions.map(({ label, keys }) => (
                <div key={label} className="flex min-h-7 items-center justify-between gap-4 text-sm">
                  <dt>{label}</dt>
                  <dd className="flex flex-wrap justify-end gap-3">
                    {keys.map((each) => (
                      <Keys key={each} keys={each} />
                    ))}
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
