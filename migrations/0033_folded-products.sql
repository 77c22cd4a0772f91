ALTER TABLE "products" ADD COLUMN "name_search" text;--> statement-breakpoint
CREATE INDEX "products_name_search" ON "products" USING btree ("name_search");