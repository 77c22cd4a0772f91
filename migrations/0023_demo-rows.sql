CREATE TABLE "demo_rows" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"row_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_rows_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE INDEX "demo_rows_row" ON "demo_rows" USING btree ("row_id");