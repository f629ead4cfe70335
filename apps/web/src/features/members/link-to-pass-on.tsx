import { Trans, useLingui } from '@lingui/react/macro';
import { CopyButton } from '../../components/copy-button';

export function LinkToPassOn({ link }: { link: string }) {
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-1 rounded-control bg-info-bg p-3 text-info">
      <p>
        <Trans>
          This server sends no e-mail. Pass this link on yourself. The person signs in or signs up with the invited
          address, and accepts.
        </Trans>
      </p>
      <p className="flex items-center gap-1">
        <code className="min-w-0 break-all">{link}</code>
        <CopyButton text={link} label={t`Copy link`} />
      </p>
    </div>
  );
}
