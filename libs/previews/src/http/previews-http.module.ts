import { Module } from '@nestjs/common';
import { PreviewsModule } from '#libs/previews';
import { PreviewController } from './preview.controller.js';

@Module({ imports: [PreviewsModule], controllers: [PreviewController] })
export class PreviewsHttpModule {}
