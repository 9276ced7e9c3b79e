/** Controls of forms: each with label, description and error, bound by ids. */
export { Checkbox, type CheckboxProps } from './Checkbox.js';
export { CodeTextArea, type CodeTextAreaProps } from './CodeTextArea.js';
export { ColorField, type ColorFieldProps } from './ColorField.js';
export { ComboBox, type ComboBoxProps, type ListState } from './ComboBox.js';
export { DateField, type DateFieldProps } from './DateField.js';
export { DateTimeField, type DateTimeFieldProps } from './DateTimeField.js';
export {
  FieldFrame,
  FieldWords,
  useField,
  type ControlAttributes,
  type FieldFrameProps,
  type FieldIds,
  type FieldProps,
} from './Field.js';
export { FieldHelp, type FieldHelpIds, type FieldHelpProps, HelpButtonContext } from './FieldHelp.js';
export { FileDrop, type FileDropProps } from './FileDrop.js';
export { FieldRow, Form, type FieldRowProps, type FormProps } from './Form.js';
export { MoneyField, type MoneyFieldProps, type MoneyValue, USUAL_CURRENCY } from './MoneyField.js';
export { NumberField, type NumberFieldProps } from './NumberField.js';
export { QuantityField, type Quantity, type QuantityFieldProps } from './QuantityField.js';
export { RadioGroup, type Choice, type RadioGroupProps } from './RadioGroup.js';
export { SearchField, type SearchFieldProps } from './SearchField.js';
export { SegmentedControl, type Segment, type SegmentedControlProps } from './SegmentedControl.js';
export { Select, type SelectProps } from './Select.js';
export { Switch, type SwitchProps } from './Switch.js';
export { TagField, type TagFieldProps } from './TagField.js';
export { TextArea, type TextAreaProps } from './TextArea.js';
export { TextField, type TextFieldProps } from './TextField.js';
export { focusFirstFault } from './focus-first-fault.js';
export { useOptions, type Option, type OptionsState } from './use-options.js';
export { DescriptionsAtLabels } from './DescriptionsAtLabels.js';
export { DecimalInput, type DecimalInputProps } from './DecimalInput.js';
