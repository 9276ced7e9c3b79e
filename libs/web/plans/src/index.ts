export { PlanPage, type PlanPageProps } from './PlanPage.js';
