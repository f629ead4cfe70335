import { useLingui } from '@lingui/react/macro';
import { TagPicker } from '../tags';
import { changePanel, useUploadPanel } from './use-uploads';

/** Tags that the next files get, if the person wants that. */
export function TagChoice({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const { tagIds } = useUploadPanel();
  return (
    <TagPicker
      organizationId={organizationId}
      label={t`Tags for these documents`}
      canCreate
      value={tagIds}
      onChange={(chosen) => changePanel({ tagIds: chosen })}
    />
  );
}
