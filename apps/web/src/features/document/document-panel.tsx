import { useLingui } from '@lingui/react/macro';
import { Tabs } from '../../components/tabs';
import type { HitsState } from '../viewer';
import { ActivityTab } from './activity-tab';
import type { ArchiveDocument, DocumentIds } from './document.queries';
import { ProcessingTab } from './processing-tab';
import { PropertiesTab } from './properties-tab';
import { TextTab } from './text-tab';
import type { DocumentChanges } from './use-document-changes';

export type PanelTab = 'activity' | 'processing' | 'properties' | 'text';

export interface DocumentPanelProps {
  path: DocumentIds;
  document: ArchiveDocument;
  canEdit: boolean;
  changes: DocumentChanges;
  hits: HitsState;
  tab: PanelTab;
  onTab: (tab: PanelTab) => void;
  isEditingText: boolean;
  onEditingText: (isEditing: boolean) => void;
}

/** Next to the pages; a sheet on phones. */
export function DocumentPanel(props: DocumentPanelProps) {
  const { path, document, canEdit, changes, hits, tab, onTab, isEditingText, onEditingText } = props;
  const { t } = useLingui();
  return (
    <div className="flex h-full min-h-0 flex-col [&>div]:h-full [&_[role=tabpanel]]:overflow-y-auto [&_[role=tabpanel]]:px-3">
      <Tabs
        label={t`Details`}
        active={tab}
        onChange={(id) => onTab(id as PanelTab)}
        tabs={[
          {
            id: 'properties',
            label: t`Properties`,
            content: <PropertiesTab path={path} document={document} canEdit={canEdit} changes={changes} />,
          },
          {
            id: 'text',
            label: t`Text`,
            content: (
              <TextTab
                path={path}
                document={document}
                hits={hits}
                canEdit={canEdit}
                isEditing={isEditingText && canEdit}
                onEditing={onEditingText}
              />
            ),
          },
          { id: 'activity', label: t`Activity`, content: <ActivityTab path={path} /> },
          {
            id: 'processing',
            label: t`Processing`,
            content: <ProcessingTab path={path} canEdit={canEdit && !document.isDeleted} />,
          },
        ]}
      />
    </div>
  );
}
