export { feedback } from './feedback.module.js';
export { feedbackCapability } from './feedback-capability.js';
