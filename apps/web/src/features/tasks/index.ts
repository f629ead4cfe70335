export { TasksTray } from './tasks-tray';
