import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { TextField, type TextFieldProps } from '../../components/text-field';
import { newSecret } from './secret';

/** A secret to type or to have made. It is readable until it is saved: no response contains it afterwards. */
export function SecretField({
  value,
  onGenerate,
  ...rest
}: Omit<TextFieldProps, 'label'> & { label?: string; value: string; onGenerate: (secret: string) => void }) {
  const { t } = useLingui();
  return (
    <div className="flex items-end gap-1">
      <div className="min-w-0 flex-1">
        <TextField
          label={t`Secret`}
          hint={t`Signs the requests. Copy it now: it is not shown again.`}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={256}
          {...rest}
          value={value}
        />
      </div>
      <div className="flex items-center gap-1 pb-5">
        {value === '' ? null : <CopyButton text={value} label={t`Copy the secret`} />}
        <Button onClick={() => onGenerate(newSecret())}>
          <Trans>Generate</Trans>
        </Button>
      </div>
    </div>
  );
}
