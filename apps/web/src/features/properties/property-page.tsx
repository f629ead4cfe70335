import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { listRole, PAGE_OF_ROLE, titleOf, type Role } from '../property-lists';
import { useRole } from '../session';
import { DeletePropertyDialog } from './delete-property-dialog';
import { fieldsOf, hasOptions, hasSearch, lostOptions, type PropertyFields } from './properties';
import { oneProperty, propertyUsage } from './properties.queries';
import { PropertyForm } from './property-form';
import { usePropertyActions } from './use-property-actions';

export function PropertyPage() {
  const { t } = useLingui();
  const { organizationId, propertyDefinitionId } = useParams({
    from: '/signed-in/organizations/$organizationId/custom-properties/$propertyDefinitionId',
  });
  const navigate = useNavigate();
  const { canEdit } = useRole(organizationId);
  const { data: property, error, refetch } = useQuery(oneProperty(organizationId, propertyDefinitionId));
  const { data: usage } = useQuery(propertyUsage(organizationId, propertyDefinitionId));
  const list = listRole(property?.role);
  const actions = usePropertyActions(organizationId);
  const [isDeleting, setIsDeleting] = useState(false);
  const [question, setQuestion] = useState<Question>();
  const leave = (): void =>
    void navigate({ to: '/organizations/$organizationId/custom-properties', params: { organizationId } });
  const counts = new Map(usage?.options.map(({ optionId, documentsCount }) => [optionId, documentsCount]));

  const save = async (fields: PropertyFields): Promise<void> => {
    if (!property) return;
    const lost =
      hasOptions(property.type) && property.role === null
        ? lostOptions(property.options, fields.options, usage?.options ?? [])
        : [];
    if (lost.some(({ documentsCount }) => documentsCount > 0)) {
      const isWanted = await new Promise<boolean>((answer) => setQuestion({ lost, answer }));
      setQuestion(undefined);
      if (!isWanted) return;
    }
    await actions.update(property, fields);
    leave();
  };
  return (
    <Page
      title={property?.name ?? t`Property`}
      actions={
        property && canEdit ? (
          <Button kind="danger" onClick={() => setIsDeleting(true)}>
            <Trash2 aria-hidden size={16} />
            <Trans>Delete</Trans>
          </Button>
        ) : undefined
      }
    >
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {!property && !error ? <Skeleton className="h-80" /> : null}
      {property ? (
        <>
          <p className="min-h-5 text-sm text-muted">
            {usage ? (
              <Link
                to="/organizations/$organizationId/documents"
                params={{ organizationId }}
                search={{ q: hasSearch(property.key) }}
                className="text-accent underline underline-offset-2"
              >
                <Plural value={usage.documentsCount} one="# document has a value" other="# documents have a value" />
              </Link>
            ) : null}
          </p>
          <PropertyForm
            key={property.updatedAt}
            initial={fieldsOf(property)}
            action={t`Save`}
            canEdit={canEdit}
            isNew={false}
            counts={counts}
            {...(list && { optionsElsewhere: <ListLink {...{ organizationId }} role={list} /> })}
            onCancel={leave}
            onSave={save}
          />
        </>
      ) : null}
      {property && isDeleting ? (
        <DeletePropertyDialog
          {...{ organizationId, property }}
          isBusy={actions.isDeleting}
          onClose={() => setIsDeleting(false)}
          onConfirm={() =>
            void actions.remove(property).then((isDeleted) => {
              setIsDeleting(false);
              if (isDeleted) leave();
            })
          }
        />
      ) : null}
      {question ? (
        <ConfirmDialog
          isOpen
          title={t`Delete options that are in use?`}
          action={t`Save and delete the values`}
          onClose={() => question.answer(false)}
          onConfirm={() => question.answer(true)}
        >
          <ul className="flex flex-col gap-1">
            {question.lost.map(({ id, name, documentsCount }) => (
              <li key={id}>
                <b dir="auto">{name}</b>
                {': '}
                <Plural value={documentsCount} one="# document loses it" other="# documents lose it" />
              </li>
            ))}
          </ul>
          <p className="mt-2">
            <Trans>This cannot be undone.</Trans>
          </p>
        </ConfirmDialog>
      ) : null}
    </Page>
  );
}

/** The options of a role have a page of their own. */
function ListLink({ organizationId, role }: { organizationId: string; role: Role }) {
  const { i18n } = useLingui();
  return (
    <p className="text-sm">
      <Link to={PAGE_OF_ROLE[role]} params={{ organizationId }} className="text-accent underline underline-offset-2">
        <Trans>Its options are under “{titleOf(i18n, role, undefined)}”.</Trans>
      </Link>
    </p>
  );
}

/** Options that documents have and that are left out, and who waits for the answer. */
interface Question {
  lost: { id: string; name: string; documentsCount: number }[];
  answer: (isWanted: boolean) => void;
}
