import { useLingui } from '@lingui/react/macro';
import { SecretField, type SecretFieldProps } from '../../components/secret-field';
import { newSecret } from '../../lib/secrets';

/** What signs the requests of a webhook. */
export function WebhookSecretField({
  label,
  ...rest
}: Omit<SecretFieldProps, 'copyLabel' | 'generate' | 'label'> & { label?: string }) {
  const { t } = useLingui();
  return (
    <SecretField
      label={label ?? t`Secret`}
      hint={t`Signs the requests. Copy it now; it is not shown again.`}
      copyLabel={t`Copy secret`}
      generate={newSecret}
      {...rest}
    />
  );
}
