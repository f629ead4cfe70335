import { useLingui } from '@lingui/react/macro';
import { CopyButton } from '../../components/copy-button';

/** The address to pass on. It is all that a visitor needs, so it can be selected by hand too. */
export function LinkAddress({ url }: { url: string }) {
  const { t } = useLingui();
  return (
    <div className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 truncate select-all" dir="ltr" title={url}>
        {url}
      </code>
      <CopyButton text={url} label={t`Copy link`} />
    </div>
  );
}
