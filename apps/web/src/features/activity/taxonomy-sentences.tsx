import { Trans } from '@lingui/react/macro';
import type { EventName } from '../../lib/api';
import type { Sentences } from './sentence';
import { Named } from './subjects';

type TaxonomyEvent = Extract<EventName, `custom-property:${string}` | `document-view:${string}` | `tag:${string}`>;

export const TAXONOMY_SENTENCES: Sentences<TaxonomyEvent> = {
  'tag:created': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} created the tag {name}
      </Trans>
    );
  },
  'tag:updated': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} changed the tag {name}
      </Trans>
    );
  },
  'tag:deleted': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} deleted the tag {name}
      </Trans>
    );
  },
  'custom-property:created': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} created the property {name}
      </Trans>
    );
  },
  'custom-property:updated': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} changed the property {name}
      </Trans>
    );
  },
  'custom-property:deleted': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} deleted the property {name}
      </Trans>
    );
  },
  'document-view:created': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} created the shared view {name}
      </Trans>
    );
  },
  'document-view:updated': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} changed the shared view {name}
      </Trans>
    );
  },
  'document-view:deleted': ({ name: given }, { who }) => {
    const name = <Named name={given} />;
    return (
      <Trans>
        {who} deleted the shared view {name}
      </Trans>
    );
  },
};
