import { DecimalInput } from './DecimalInput.js';
import { FieldFrame, type FieldProps, useField } from './Field.js';
import styles from './control.module.css';

export interface MoneyValue {
  /** Digits as text. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}

export interface MoneyFieldProps extends FieldProps {
  readonly value: MoneyValue;
  readonly onChange: (value: MoneyValue) => void;
  /** Currencies to choose from; the value's own is always there. */
  readonly currencies?: readonly string[];
  readonly min?: string;
}

/** The one to begin with, where no value names another. */
export const USUAL_CURRENCY = 'EUR';

const USUAL_CURRENCIES = [
  USUAL_CURRENCY,
  'USD',
  'GBP',
  'CHF',
  'JPY',
  'CNY',
  'SEK',
  'DKK',
  'NOK',
  'PLN',
  'CZK',
  'CAD',
  'AUD',
] as const;

/** An amount, named by the label, and its currency. */
export function MoneyField(props: MoneyFieldProps) {
  const { value, onChange, currencies = USUAL_CURRENCIES } = props;
  const ids = useField(props);
  const choices = currencies.includes(value.currency) ? currencies : [value.currency, ...currencies];
  return (
    <FieldFrame ids={ids} {...props}>
      <div className={styles.control}>
        <DecimalInput
          control={ids.control}
          value={value.amount}
          onChange={(amount) => onChange({ ...value, amount })}
          min={props.min}
          readOnly={props.readOnly}
          onBlur={props.onBlur}
        />
        <select
          className={styles.choice}
          aria-label={`Currency of ${props.label}`}
          value={value.currency}
          disabled={props.disabled === true || props.readOnly === true}
          onChange={(event) => onChange({ ...value, currency: event.target.value })}
        >
          {choices.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </select>
      </div>
    </FieldFrame>
  );
}
