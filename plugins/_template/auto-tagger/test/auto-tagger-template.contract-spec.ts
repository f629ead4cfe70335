import { describeAutoTagger } from '@archivolt/plugin-kit/testing';
import plugin from '../src/plugin.js';
import { TemplateTagger } from '../src/template-tagger.js';

describeAutoTagger('auto-tagger-template', {
  manifest: plugin,
  create: () => new TemplateTagger(),
  samples: [
    {
      name: 'letter.txt',
      content: 'The invoice of the plumber. Pay the INVOICE by Friday.',
      tags: ['Plumber', 'Invoice', 'Recipe'],
      expectTags: ['Invoice', 'Plumber'],
    },
  ],
  skip: {
    'lets another attempt succeed after its service was away': 'it uses no service',
  },
});
