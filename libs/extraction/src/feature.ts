import { ExtractionConfig } from '#config/extraction';
import { defineFeature } from '#libs/feature';

export const extractionFeature = defineFeature({
  name: 'extraction',
  config: [ExtractionConfig],
});
