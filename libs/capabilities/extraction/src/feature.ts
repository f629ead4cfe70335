import { ExtractionConfig } from '#config/extraction';
import { defineFeature } from '#ground/features';

export const extractionFeature = defineFeature({
  name: 'extraction',
  config: [ExtractionConfig],
});
