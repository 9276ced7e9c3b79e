/** What a record says of itself on a card: its facts, and the fields of its summary. */
export { isFact, isWhole } from './facts.js';
export { RecordFacts, type RecordFactsProps } from './RecordFacts.js';
