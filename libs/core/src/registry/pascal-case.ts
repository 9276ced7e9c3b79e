/** Converts `core-openapi` to `CoreOpenapi` and `inventory:stock_item` to `InventoryStockItem`, for operation ids. */
export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
