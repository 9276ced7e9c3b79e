export { DriveControl, type DriveControlProps } from './DriveControl.js';
