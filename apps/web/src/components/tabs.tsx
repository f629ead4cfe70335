import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface Tab {
  id: string;
  label: ReactNode;
  content: ReactNode;
}

export function Tabs({
  tabs,
  active,
  onChange,
  label,
}: {
  tabs: readonly Tab[];
  active: string;
  onChange: (id: string) => void;
  label: string;
}) {
  return (
    <Base.Root value={active} onValueChange={(value) => onChange(String(value))} className="flex min-h-0 flex-col">
      <Base.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(({ id, label: text }) => (
          <Base.Tab
            key={id}
            value={id}
            className="min-h-(--control-height) border-b-2 border-transparent px-2 text-sm text-muted outline-offset-[-2px] hover:text-text data-active:border-accent data-active:text-text"
          >
            {text}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ id, content }) => (
        <Base.Panel key={id} value={id} className="min-h-0 flex-1 py-3">
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
