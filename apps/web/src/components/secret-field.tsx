import { Trans } from '@lingui/react/macro';
import { Button } from './button';
import { CopyButton } from './copy-button';
import { TextField, type TextFieldProps } from './text-field';

export interface SecretFieldProps extends TextFieldProps {
  value: string;
  /** The name of the button that copies it. */
  copyLabel: string;
  /** Makes one up. */
  generate: () => string;
  onGenerate: (secret: string) => void;
}

/** A secret to type or to have made. It is readable until it is saved: no response contains it afterwards. */
export function SecretField({ value, copyLabel, generate, onGenerate, ...rest }: SecretFieldProps) {
  return (
    <div className="flex items-end gap-1">
      <div className="min-w-0 flex-1">
        <TextField dir="ltr" autoComplete="off" spellCheck={false} maxLength={256} {...rest} value={value} />
      </div>
      <div className="flex items-center gap-1 pb-5">
        {value === '' ? null : <CopyButton text={value} label={copyLabel} />}
        <Button onClick={() => onGenerate(generate())}>
          <Trans>Generate</Trans>
        </Button>
      </div>
    </div>
  );
}
