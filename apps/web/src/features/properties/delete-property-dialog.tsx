import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ErrorPanel } from '../../components/error-panel';
import type { Property } from './properties';
import { propertyUsage } from './properties.queries';

export interface DeletePropertyDialogProps {
  organizationId: string;
  property: Property;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Says how many documents lose their value before a property is deleted. */
export function DeletePropertyDialog({
  organizationId,
  property,
  isBusy,
  onClose,
  onConfirm,
}: DeletePropertyDialogProps) {
  const { t } = useLingui();
  const { data: usage, error } = useQuery(propertyUsage(organizationId, property.id));
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      isBusy={isBusy || (!usage && !error)}
      title={t`Delete property “${property.name}”?`}
      action={t`Delete property`}
      onConfirm={onConfirm}
    >
      {error ? <ErrorPanel error={error} /> : null}
      {usage ? (
        <p>
          <Plural
            value={usage.documentsCount}
            _0="No document has a value of it."
            one="# document loses its value. This cannot be undone."
            other="# documents lose their value. This cannot be undone."
          />
        </p>
      ) : (
        <p>
          <Trans>Documents lose this value. This cannot be undone.</Trans>
        </p>
      )}
    </ConfirmDialog>
  );
}
