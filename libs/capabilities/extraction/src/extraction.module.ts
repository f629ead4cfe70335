import { Module } from '@nestjs/common';
import { PluginHost } from '#ground/plugin-host';
import { EXTRACTION_PLUGINS, OCR_PLUGIN, type ExtractionPlugin, type OcrPlugin } from './extraction-plugins.js';
import { ExtractionService } from './extraction.service.js';
import { FileTypesCheck } from './file-types.check.js';
import { InstalledReaders } from './installed-readers.js';

@Module({
  providers: [
    {
      provide: EXTRACTION_PLUGINS,
      inject: [PluginHost],
      useFactory: (host: PluginHost): ExtractionPlugin[] => {
        const steps = host.extractionSteps();
        return host.all('extraction').map((provided) => ({
          id: provided.plugin.id,
          version: provided.plugin.version,
          config: provided.plugin.config,
          declaration: provided.declaration,
          types: provided.plugin.manifest.types ?? [],
          step: steps.findIndex((step) => step.includes(provided.plugin.id)),
          open: () => host.open('extraction', provided),
        }));
      },
    },
    {
      provide: OCR_PLUGIN,
      inject: [PluginHost],
      useFactory: (host: PluginHost): OcrPlugin | undefined => {
        if (host.all('ocr').length === 0) return undefined;
        const { plugin, declaration } = host.chosen('ocr');
        return { id: plugin.id, version: plugin.version, config: plugin.config, declaration };
      },
    },
    ExtractionService,
    FileTypesCheck,
    InstalledReaders,
  ],
  exports: [ExtractionService, InstalledReaders],
})
export class ExtractionModule {}
