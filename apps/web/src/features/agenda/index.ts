export { addDays, today } from './agenda';
