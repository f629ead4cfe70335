import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { allProperties } from '../../lib/all-properties.queries';

/** The heading of a column. */
export function useColumnLabels(organizationId: string): (column: string) => string {
  const { t } = useLingui();
  const { data: properties = [] } = useQuery(allProperties(organizationId));
  return (column) => {
    switch (column) {
      case 'relevance':
        return t`Best match`;
      case 'tags':
        return t`Tags`;
      case 'documentDate':
        return t`Date`;
      case 'createdAt':
        return t`Added`;
      case 'updatedAt':
        return t`Changed`;
      case 'size':
        return t`Size`;
      case 'type':
        return t`Type`;
      case 'name':
        return t`Name`;
      default:
        return properties.find(({ key }) => `property:${key}` === column)?.name ?? column.replace(/^property:/, '');
    }
  };
}
