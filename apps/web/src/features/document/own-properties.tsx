import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button';
import { allProperties } from '../../lib/all-properties.queries';
import type { ArchiveDocument, DocumentIds } from './document.queries';
import { PropertyEditor } from './property-editor';
import { PropertyRow } from './property-row';
import { propertyText } from './property-text';
import type { DocumentChanges } from './use-document-changes';

const KEY = 'archivolt.empty-properties';

/** The properties that the organization has made: those with a value, and the others when they are asked for. */
export function OwnProperties({
  path,
  properties,
  canEdit,
  changes,
}: {
  path: DocumentIds;
  properties: NonNullable<ArchiveDocument['customProperties']>;
  canEdit: boolean;
  changes: DocumentChanges;
}) {
  const { t } = useLingui();
  const { data: definitions } = useQuery(allProperties(path.organizationId));
  const [isEmptyShown, setIsEmptyShown] = useState(wasEmptyShown);
  const empty = properties.filter(({ value }) => value === null).length;
  const toggle = (): void => {
    setIsEmptyShown(!isEmptyShown);
    rememberEmptyShown(!isEmptyShown);
  };
  return (
    <div className="flex flex-col gap-0.5">
      {properties.map((property) => {
        if (property.value === null && !isEmptyShown) return null;
        const definition = definitions?.find(({ key }) => key === property.key);
        const mayChange = canEdit && definition !== undefined;
        return (
          <PropertyRow
            key={property.key}
            label={property.name}
            shown={propertyText(property, t`Yes`, t`No`)}
            canEdit={mayChange}
          >
            <PropertyEditor
              path={path}
              property={property}
              options={definition?.options ?? []}
              canEdit={mayChange}
              onChange={(value, shown) => {
                if (definition) void changes.setValue(definition, value, shown);
              }}
            />
          </PropertyRow>
        );
      })}
      {empty === 0 ? null : (
        <Button kind="quiet" size="small" className="self-start" aria-expanded={isEmptyShown} onClick={toggle}>
          {isEmptyShown ? <ChevronUp aria-hidden size={14} /> : <ChevronDown aria-hidden size={14} />}
          {isEmptyShown ? (
            <Trans>Hide empty</Trans>
          ) : (
            plural(empty, { one: 'Show # empty property', other: 'Show # empty properties' })
          )}
        </Button>
      )}
    </div>
  );
}

/** In this browser: who fills in properties does so for many documents. */
function wasEmptyShown(): boolean {
  try {
    return localStorage.getItem(KEY) === 'shown';
  } catch {
    return false;
  }
}

function rememberEmptyShown(isShown: boolean): void {
  try {
    localStorage.setItem(KEY, isShown ? 'shown' : 'hidden');
  } catch {
    // It lasts as long as the page.
  }
}
