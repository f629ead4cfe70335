import { startTransition, useOptimistic, type ReactNode } from 'react';
import { Checkbox } from './checkbox';
import { useDone, useShowProblem } from './use-show-problem';

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

export interface UndoableSwitchProps extends Omit<SwitchProps, 'onSwitch'> {
  /** Rejects with what the server refused. */
  save: (isOn: boolean) => Promise<unknown>;
  /** What is said once it is on. */
  textOn: string;
  textOff: string;
}

/** A switch that says what it did, with the undo, or why the server refused. */
export function UndoableSwitch({ save, textOn, textOff, ...rest }: UndoableSwitchProps) {
  const done = useDone();
  const showProblem = useShowProblem();
  const onSwitch = async (isOn: boolean): Promise<void> => {
    try {
      await save(isOn);
      done(isOn ? textOn : textOff, () => save(!isOn));
    } catch (error) {
      showProblem(error);
    }
  };
  return <Switch {...rest} onSwitch={onSwitch} />;
}
