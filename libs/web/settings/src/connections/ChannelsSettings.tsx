export function ChannelsSettings() { return null; }
