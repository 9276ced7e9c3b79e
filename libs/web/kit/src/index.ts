/** Components, tokens and keys of the web app. It knows no API. Controls of forms: `@cubit/web-kit/forms`; charts: `@cubit/web-kit/charts`. */
import './styles/styles.css';

export { Button, type ButtonProps, type ButtonVariant } from './actions/Button.js';
export { IconButton, type IconButtonProps } from './actions/IconButton.js';
export { Kbd, type KbdProps } from './actions/Kbd.js';
export { LinkButton, type LinkButtonProps } from './actions/LinkButton.js';
export { Icon, type IconName, type IconProps } from './icon/Icon.js';
export { Mark, type MarkProps } from './icon/Mark.js';
export { KeyLayer, KeysProvider, KeysToCome, useKeys, type KeysProviderProps } from './keys/KeysProvider.js';
export { combinationOf, isSingleKey, keyLabels, type KeyPress } from './keys/key-combination.js';
export { SCAN_TARGET } from './keys/scan-target.js';
export { useKeyList } from './keys/use-key-list.js';
export { useScanner, type ScannerOptions } from './keys/use-scanner.js';
export { Card, type CardProps } from './layout/Card.js';
export { DescriptionList, type DescriptionItem, type DescriptionListProps } from './layout/DescriptionList.js';
export { Disclosure, type DisclosureProps } from './layout/Disclosure.js';
export { OrderList, type OrderItem, type OrderListProps } from './layout/OrderList.js';
export { Pane, type PaneProps } from './layout/Pane.js';
export { Panel, type PanelProps } from './layout/Panel.js';
export { useEdges } from './layout/use-edges.js';
export { PathLinks, type PathLinksProps, type PathStep } from './layout/PathLinks.js';
export { Row, Rows, type RowProps } from './layout/Rows.js';
export { SkipLink, type SkipLinkProps } from './layout/SkipLink.js';
export { Tabs, type TabItem, type TabsProps } from './layout/Tabs.js';
export { Tile, type TileProps } from './layout/Tile.js';
export { Toolbar, type ToolbarProps } from './layout/Toolbar.js';
export { VisuallyHidden, type VisuallyHiddenProps } from './layout/VisuallyHidden.js';
export { ConfirmDialog, type ConfirmDialogProps } from './overlays/ConfirmDialog.js';
export { Dialog, type DialogProps } from './overlays/Dialog.js';
export { Drawer, type DrawerProps } from './overlays/Drawer.js';
export { Menu, type MenuEntry, type MenuGroup, type MenuProps } from './overlays/Menu.js';
export { Popover, type PopoverProps } from './overlays/Popover.js';
export { Tooltip, type TooltipProps } from './overlays/Tooltip.js';
export { Banner, type BannerProps } from './status/Banner.js';
export { CopyText, type CopyTextProps } from './status/CopyText.js';
export { EmptyState, type EmptyStateProps } from './status/EmptyState.js';
export { ErrorState, type ErrorStateProps } from './status/ErrorState.js';
export { Skeleton, type SkeletonProps } from './status/Skeleton.js';
export { Spinner, type SpinnerProps } from './status/Spinner.js';
export { ToastProvider, useToasts, type ToastProviderProps } from './status/Toasts.js';
export { Avatar, type AvatarProps } from './values/Avatar.js';
export { Badge, type BadgeProps } from './values/Badge.js';
export { Money, type MoneyProps } from './values/Money.js';
export { Num, type NumProps } from './values/Num.js';
export { Progress, type ProgressProps } from './values/Progress.js';
export { RelativeTime, type RelativeTimeProps } from './values/RelativeTime.js';
export { Sparkline, type SparklineProps } from './values/Sparkline.js';
export { Status, type StatusProps } from './values/Status.js';
export { Tag, type TagProps } from './values/Tag.js';
export {
  addDecimals,
  compareDecimals,
  formatDecimal,
  formatMoney,
  isDecimalText,
  parseDecimal,
  type DecimalFormat,
  type DecimalText,
} from './values/decimal-text.js';
export { exactTime, relativeTime } from './values/relative-time.js';
export type { KeyAction, KeyMap } from './keys/key-registry.js';
export type { ListedKey } from './keys/listed-keys.js';
export type { ToastContent } from './status/toast-queue.js';
export { cx } from './cx.js';
export { SegmentedControl, type SegmentedControlProps, type Segment } from './forms/SegmentedControl.js';
export { SearchField, type SearchFieldProps } from './forms/SearchField.js';
