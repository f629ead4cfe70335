import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Card } from '../../components/card';
import { UndoableSwitch } from '../../components/switch';
import { ensureRole } from '../../lib/property-of-role.queries';
import { useRole } from '../session';
import { FillDocuments } from './fill-documents';
import { changeInvoiceDetails, invoiceDetailsSetting } from './invoice-details.queries';

/** The properties that are filled, and how they are called until someone renames them. */
const NAMES = {
  amount: msg`Amount`,
  currency: msg`Currency`,
  due_date: msg`Due date`,
  iban: msg`IBAN`,
  invoice_number: msg`Invoice number`,
  customer_number: msg`Customer number`,
};
/** Whether amounts and numbers of invoices are found in documents. Nothing is shown where the server does not do it. */
export function InvoiceDetails({ organizationId }: { organizationId: string }) {
  const { t, i18n } = useLingui();
  const { isOwner, canEdit } = useRole(organizationId);
  const queryClient = useQueryClient();
  const { data } = useQuery(invoiceDetailsSetting(organizationId));
  const change = useMutation({
    mutationFn: async (isEnabled: boolean) => {
      // The names of new properties are in the language of this person.
      if (isEnabled)
        for (const [role, name] of Object.entries(NAMES))
          await ensureRole(organizationId, role as keyof typeof NAMES, i18n._(name));
      await changeInvoiceDetails(organizationId, isEnabled);
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: invoiceDetailsSetting(organizationId).queryKey }),
        queryClient.invalidateQueries({ queryKey: ['properties', organizationId] }),
      ]),
  });
  if (!data?.isAvailable) return null;
  return (
    <Card title={t`Amounts and numbers of invoices`}>
      <UndoableSwitch
        isOn={data.isEnabled}
        disabled={!isOwner || change.isPending}
        save={(isOn) => change.mutateAsync(isOn)}
        textOn={t`Turned on for new documents.`}
        textOff={t`Turned off.`}
      >
        <Trans>Fill in amount, currency, due date, IBAN, invoice number and customer number for new documents</Trans>
      </UndoableSwitch>
      <p className="text-muted">
        <Trans>
          Values are found by their labels, or read exactly from XRechnung, ZUGFeRD and Factur-X data. Uncertain values
          stay empty, and values someone set or removed are never replaced.
        </Trans>
      </p>
      {data.isEnabled ? (
        <>
          <h3 className="font-medium">
            <Trans>Existing documents</Trans>
          </h3>
          <FillDocuments
            organizationId={organizationId}
            finder="invoice-details"
            canEdit={canEdit}
            choices={[{ value: '', label: t`All documents` }]}
          />
        </>
      ) : null}
    </Card>
  );
}
