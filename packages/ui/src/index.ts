/**
 * The product's UI components (buttons, cards, dialogs, form fields, …); they depend on no route, no query and no data
 * type of the product. A page that uses them imports `theme.css` once.
 */
export { Button, buttonClass, type ButtonLook, type ButtonProps } from './action/button.tsx';
export { IconButton, type IconButtonProps } from './action/icon-button.tsx';
export { Logo, LogoMark, type LogoProps } from './brand/logo.tsx';
export { SeatRow } from './brand/seat-row.tsx';
export { Carousel, type CarouselProps } from './browse/carousel.tsx';
export { ChipGroup, type ChipGroupProps } from './browse/chip-group.tsx';
export { DensityToggle, type DensityToggleProps } from './browse/density-toggle.tsx';
export { useGridRuler } from './browse/grid-width.ts';
export { DrawnTile, type DrawnTileProps } from './browse/drawn-tile.tsx';
export { LogoTile, tileColumns, tileRowHeightPx, type LogoTileProps } from './browse/logo-tile.tsx';
export { MenuOnHold, type MenuOnHoldProps } from './browse/menu-on-hold.tsx';
export { Picture, type PictureProps } from './browse/picture.tsx';
export { PillTabs, type PillTabsProps } from './browse/pill-tabs.tsx';
export { densities, posterColumns, posterRowHeightPx, type Density } from './browse/poster-columns.ts';
export type { CardAction } from './browse/card-actions.tsx';
export { PosterCard, type CardActionsProps, type PosterCardProps } from './browse/poster-card.tsx';
export { RatingStar } from './browse/rating-star.tsx';
export { useArrowNavigation, type ArrowNavigationOptions } from './navigation/use-arrow-navigation.ts';
export { VirtualGrid, type VirtualGridProps } from './browse/virtual-grid.tsx';
export { Avatar, type AvatarProps } from './data/avatar.tsx';
export { Badge, type BadgeProps } from './data/badge.tsx';
export { Pagination, type PaginationProps } from './data/pagination.tsx';
export { TableTitle, type TableTitleProps } from './data/table-title.tsx';
export { Table, type Column, type TableProps } from './data/table.tsx';
export { classes } from './element/classes.ts';
export { lazyPart } from './element/lazy-part.ts';
export { Checkbox, type CheckboxProps } from './form/checkbox.tsx';
export { FileField, type FileFieldProps } from './form/file-field.tsx';
export { formatFileSize } from './form/file-size.ts';
export { SearchField, type SearchFieldProps } from './form/search-field.tsx';
export { Select, type SelectOption, type SelectProps } from './form/select.tsx';
export { Switch } from './form/switch.tsx';
export { TextArea, type TextAreaProps } from './form/text-area.tsx';
export { TextField, type TextFieldProps } from './form/text-field.tsx';
export { ConfirmDialog, Dialog, preloadDialog, type ConfirmDialogProps } from './message/dialog.tsx';
export type { DialogProps } from './message/dialog-panel.tsx';
export { Menu, type MenuProps } from './message/menu.tsx';
export type { MenuEntry } from './message/menu-panel.tsx';
export { Notice, type NoticeProps } from './message/notice.tsx';
export { DeniedState, EmptyState, ErrorState, type StateProps } from './message/state.tsx';
export { unloadedSentence } from './message/unloaded-sentence.ts';
export { notify, Toasts } from './message/toasts.tsx';
export type { ToastTone } from './message/toast-panel.tsx';
export { SkeletonPosters, type SkeletonPostersProps } from './browse/skeleton-posters.tsx';
export { ProgressBar, type ProgressBarProps } from './wait/progress-bar.tsx';
export {
  Skeleton,
  SkeletonRows,
  SkeletonTiles,
  type SkeletonGroupProps,
  type SkeletonProps,
} from './wait/skeleton.tsx';
export { Spinner, type SpinnerProps } from './wait/spinner.tsx';
