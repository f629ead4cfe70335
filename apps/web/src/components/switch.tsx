import { startTransition, useOptimistic, type ReactNode } from 'react';
import { Checkbox } from './checkbox';

export interface SwitchProps {
  isOn: boolean;
  /** Tells people itself why the server refused. */
  onSwitch: (isOn: boolean) => Promise<unknown>;
  disabled?: boolean;
  children?: ReactNode;
  'aria-label'?: string;
}

/** Shows the new state at once, and the old one again when `onSwitch` fails. Needs children or `aria-label`. */
export function Switch({ isOn, onSwitch, ...rest }: SwitchProps) {
  const [shown, show] = useOptimistic(isOn);
  return (
    <Checkbox
      {...rest}
      role="switch"
      checked={shown}
      onChange={({ target: { checked } }) =>
        startTransition(async () => {
          show(checked);
          await onSwitch(checked).catch(() => undefined);
        })
      }
    />
  );
}
