import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { Button } from './button';
import { controlClasses, Field, type FieldProps } from './text-field';

export interface ReadFieldProps<Value> extends FieldProps {
  /** Undefined: none. */
  value: Value | undefined;
  show: (value: Value) => string;
  /** What a typed text may mean: nothing, one value, or several of which the person picks one. */
  read: (typed: string) => Value[];
  /** A value in a way that means one thing only, for the choice. */
  explain: (value: Value) => string;
  /** Said of what cannot be read. */
  problem: string;
  /** Undefined: the field is empty, or what it has is not decided. */
  onValue: (value: Value | undefined) => void;
  /** Also while it is typed, for forms with a button; otherwise when the field is left, and by Enter. */
  isDraft?: boolean;
  /** Whether the text stands for a value, or for none because it is empty. */
  onDecided?: (isDecided: boolean) => void;
  input?: InputHTMLAttributes<HTMLInputElement>;
  disabled?: boolean;
  /** After the input. */
  children?: ReactNode;
}

/** A text that stands for a value. What can be read in several ways is asked; until then there is no value. */
export function ReadField<Value extends number | string>(props: ReadFieldProps<Value>) {
  const { value, show, read, explain, problem, onValue, isDraft = false, ...others } = props;
  const { onDecided, input, disabled, children, ...field } = others;
  const { t } = useLingui();
  const shown = value === undefined ? '' : show(value);
  const [typed, setTyped] = useState(shown);
  const [isLeft, setIsLeft] = useState(true);
  const isTyped = useRef(false);
  const [refused, setRefused] = useState<string>();
  const reported = useRef(value);
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    if (isTyped.current) return; // an answer that comes late must not replace what is being typed
    setTyped(value === undefined ? '' : show(value));
    setRefused(undefined);
  }, [value, show]);

  const readings = (text: string): Value[] => (value !== undefined && text === shown ? [value] : read(text));
  const report = (next: Value | undefined): void => {
    if (next === reported.current) return;
    reported.current = next;
    onValue(next);
  };
  const pick = (next: Value): void => {
    isTyped.current = false;
    setTyped(show(next));
    setRefused(undefined);
    onDecided?.(true);
    report(next);
  };
  /** Whether the text is decided. */
  const leave = (): boolean => {
    setIsLeft(true);
    const found = readings(typed);
    const [only] = found;
    if (typed.trim() === '') {
      isTyped.current = false;
      report(undefined);
    } else if (found.length !== 1 || only === undefined) {
      setRefused(found.length === 0 ? problem : t`This can be read in several ways.`);
      return false;
    } else pick(only);
    return true;
  };
  const choices = isLeft && refused !== undefined ? readings(typed) : [];
  return (
    <Field {...field} error={refused ?? field.error}>
      {(ids) => (
        <>
          <div className="flex items-center gap-1">
            <input
              dir="auto"
              autoComplete="off"
              maxLength={100}
              {...input}
              {...ids}
              disabled={disabled}
              className={controlClasses}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setRefused(undefined);
                setIsLeft(false);
                isTyped.current = true;
                const found = readings(target.value);
                onDecided?.(found.length === 1 || target.value.trim() === '');
                if (isDraft) report(found.length === 1 ? found[0] : undefined);
              }}
              onBlur={() => {
                if (!isLeft) leave();
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !leave()) event.preventDefault();
                if (event.key === 'Escape' && typed !== shown && !isDraft) {
                  setTyped(shown);
                  setRefused(undefined);
                  setIsLeft(true);
                  isTyped.current = false;
                }
              }}
            />
            {children}
          </div>
          {choices.length > 1 ? (
            <div role="group" aria-label={t`Which one is meant?`} className="flex flex-wrap items-center gap-2 text-xs">
              <span>
                <Trans>Which one is meant?</Trans>
              </span>
              {choices.map((choice) => (
                <Button key={choice} size="small" onClick={() => pick(choice)}>
                  {explain(choice)}
                </Button>
              ))}
            </div>
          ) : null}
        </>
      )}
    </Field>
  );
}
