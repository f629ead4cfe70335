import { Trans } from '@lingui/react/macro';
import { classNames } from '../lib/class-names';
import { Button } from './button';
import { CopyButton } from './copy-button';
import { controlClasses, Field, type TextFieldProps } from './text-field';

export interface SecretFieldProps extends TextFieldProps {
  value: string;
  /** The name of the button that copies it. */
  copyLabel: string;
  /** Makes one up. */
  generate: () => string;
  onGenerate: (secret: string) => void;
}

/** A secret to type or to have made. It is readable until it is saved: no response contains it afterwards. */
export function SecretField(props: SecretFieldProps) {
  const { label, hint, error, isLabelHidden, value, copyLabel, generate, onGenerate, className, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error} isLabelHidden={isLabelHidden ?? false}>
      {(ids) => (
        <div className="flex items-center gap-1">
          <input
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={256}
            {...rest}
            {...ids}
            value={value}
            className={classNames(controlClasses, 'flex-1', className)}
          />
          {value === '' ? null : <CopyButton text={value} label={copyLabel} />}
          <Button onClick={() => onGenerate(generate())}>
            <Trans>Generate</Trans>
          </Button>
        </div>
      )}
    </Field>
  );
}
