import { Switch, type SwitchProps } from './switch';
import { useDone } from './use-done';
import { useShowProblem } from './use-show-problem';

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
