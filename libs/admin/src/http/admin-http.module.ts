import { Module } from '@nestjs/common';
import { AdminController } from './admin.controller.js';
import { SearchModule } from '#libs/search';
import { EffectiveSettings } from './effective-settings.js';

@Module({ imports: [SearchModule], controllers: [AdminController], providers: [EffectiveSettings] })
export class AdminHttpModule {}
