import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { Keys } from './keys';

export function Tooltip({ text, keys, children }: { text: string; keys?: string | undefined; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="pointer-events-none z-50">
          <Base.Popup className="pointer-events-none flex items-center gap-2 rounded-control bg-raised px-2 py-1 text-xs text-text shadow-float ring-1 ring-line">
            {text}
            {keys === undefined ? null : <Keys keys={keys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
