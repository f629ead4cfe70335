import { Module } from '@nestjs/common';
import { PluginHost } from '#libs/plugin-host';
import { EXTRACTION_PLUGINS, OCR_PLUGIN, type ExtractionPlugin, type OcrPlugin } from './extraction-plugins.js';
import { ExtractionService } from './extraction.service.js';

@Module({
  providers: [
    {
      provide: EXTRACTION_PLUGINS,
      inject: [PluginHost],
      useFactory: (host: PluginHost): ExtractionPlugin[] =>
        host.all('extraction').map(({ plugin, declaration }) => ({
          id: plugin.id,
          version: plugin.version,
          config: plugin.config,
          declaration,
          host: host.servicesFor(plugin),
        })),
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
  ],
  exports: [ExtractionService],
})
export class ExtractionModule {}
