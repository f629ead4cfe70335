import { describeIdentity } from '@archivolt/plugin-kit/testing';
import manifest from '../src/plugin.js';
import { TemplateIdentity } from '../src/template-identity.js';

const config = { url: 'http://127.0.0.1:9000', clientId: 'archive', allowedGroup: 'staff', adminGroup: 'it' };

describeIdentity('identity-template', {
  manifest,
  create: () => new TemplateIdentity(config),
  samples: [
    {
      providerId: 'template',
      claims: { sub: '1', name: 'Ada', groups: ['staff', 'it'] },
      expect: { name: 'Ada', roles: ['admin'] },
    },
    {
      providerId: 'template',
      claims: { sub: '2', name: 'Bob', groups: ['staff'] },
      expect: { name: 'Bob', roles: [] },
    },
    {
      providerId: 'template',
      claims: { sub: '3', name: 'Eve' },
      expect: { isAllowed: false, reason: 'Only members of staff can sign in.' },
    },
  ],
});
