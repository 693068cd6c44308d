// Written by npm run db:types from supabase/migrations. Do not edit.
//
// The grants decide the columns: Row has those that a signed-in client may read, Insert and Update those it may write.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

// supabase-js needs an index signature, which a type has and an interface lacks.
export type Database = {
  public: {
    Tables: {
      account_changes: {
        Row: {
          id: string;
          user_id: string;
          changed_at: string;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      account_encryption: {
        Row: {
          user_id: string;
          state: "turning_on" | "on" | "turning_off";
          key_version: number;
          public_key: string;
          private_key: string;
          created_at: string;
          changed_at: string;
          cleared_at: string | null;
          past_keys: string | null;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      account_instructions: {
        Row: {
          user_id: string;
          about: string;
          style: string;
          is_used: boolean;
          revision: number;
          updated_at: string;
          uses_memory: boolean;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      ai_models: {
        Row: {
          id: string;
          model_id: string;
          display_name: string;
          icon_text: string;
          size_label: string;
          description_items: string[];
          is_new: boolean;
          is_pro: boolean;
          is_beta: boolean;
          is_default: boolean;
          supports_images: boolean;
          order: number;
          created_at: string;
          updated_at: string;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      api_vendor_models: {
        Row: {
          id: string;
          vendor_id: string;
          model_id: string;
          display_name: string;
          is_available: boolean;
          config: Json;
          created_at: string;
          updated_at: string;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
          {
            foreignKeyName: "api_vendor_models_vendor_id_fkey";
            columns: ["vendor_id"];
            isOneToOne: false;
            referencedRelation: "api_vendors";
            referencedColumns: ["id"];
          },
        ];
      };
      api_vendors: {
        Row: {
          id: string;
          name: string;
          display_name: string;
          endpoint_url: string | null;
          has_key: boolean;
          key_last4: string | null;
          is_active: boolean;
          is_enabled: boolean;
          priority_order: number;
          config: Json;
          created_at: string;
          updated_at: string;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      bulk_operations: {
        Row: {
          id: string;
          admin_id: string;
          operation_type: string;
          target_user_ids: string[];
          operation_details: Json;
          total_count: number;
          progress: number;
          status: "in_progress" | "completed";
          completed_at: string | null;
          created_at: string;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      chat_history: {
        Row: {
          id: string;
          user_id: string;
          title: string;
          project_id: string;
          active_message_id: string | null;
          model_id: string | null;
          vendor_id: string | null;
          parameters: Json | null;
          has_code: boolean;
          model_ids: string[];
          pinned_at: string | null;
          archived_at: string | null;
          created_at: string;
          updated_at: string;
          chat_key: string | null;
        };
        Insert: {
          id?: string;
          user_id?: string;
          title: string;
          project_id?: string;
          model_id?: string | null;
          vendor_id?: string | null;
          parameters?: Json | null;
          chat_key?: string | null;
        };
        Update: {
          title?: string;
          project_id?: string;
          active_message_id?: string | null;
          model_id?: string | null;
          vendor_id?: string | null;
          parameters?: Json | null;
          pinned_at?: string | null;
          archived_at?: string | null;
          updated_at?: string;
          chat_key?: string | null;
        };
        Relationships: [
        ];
      };
      chat_messages: {
        Row: {
          id: string;
          chat_id: string;
          user_id: string;
          role: "user" | "assistant" | "system";
          content: string;
          parent_id: string | null;
          seq: number;
          origin: "import" | "fork" | null;
          status: "complete" | "length" | "stopped" | "interrupted" | "failed";
          model_id: string | null;
          vendor_id: string | null;
          unavailable_vendor: string | null;
          reasoning: string | null;
          reasoning_ms: number | null;
          usage: Json | null;
          content_format: "plain" | "encrypted";
          created_at: string;
          parameters: Json | null;
        };
        Insert: {
          id?: string;
          chat_id: string;
          user_id?: string;
          role: "user" | "assistant" | "system";
          content: string;
          parent_id?: string | null;
          status?: "complete" | "length" | "stopped" | "interrupted" | "failed";
          model_id?: string | null;
          vendor_id?: string | null;
          unavailable_vendor?: string | null;
          content_format?: "plain" | "encrypted";
          parameters?: Json | null;
        };
        Update: Record<string, never>;
        Relationships: [
          {
            foreignKeyName: "chat_messages_chat_id_fkey";
            columns: ["chat_id"];
            isOneToOne: false;
            referencedRelation: "chat_history";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "chat_messages_parent_id_fkey";
            columns: ["parent_id"];
            isOneToOne: false;
            referencedRelation: "chat_messages";
            referencedColumns: ["id"];
          },
        ];
      };
      llm_api_keys: {
        Row: {
          id: string;
          user_id: string;
          name: string;
          prefix: string;
          last_used_at: string | null;
          revoked_at: string | null;
          created_at: string;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      memories: {
        Row: {
          id: string;
          user_id: string;
          content: string;
          chat_id: string | null;
          message_id: string | null;
          revision: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          user_id?: string;
          content: string;
          chat_id?: string | null;
          message_id?: string | null;
          created_at?: string;
        };
        Update: {
          content?: string;
        };
        Relationships: [
          {
            foreignKeyName: "memories_chat_id_fkey";
            columns: ["chat_id"];
            isOneToOne: false;
            referencedRelation: "chat_history";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "memories_message_id_fkey";
            columns: ["message_id"];
            isOneToOne: false;
            referencedRelation: "chat_messages";
            referencedColumns: ["id"];
          },
        ];
      };
      message_attachments: {
        Row: {
          id: string;
          user_id: string;
          chat_id: string;
          message_id: string;
          position: number;
          kind: "image" | "document";
          name: string;
          media_type: string;
          size: number;
          text: string | null;
          text_length: number | null;
          pages: number | null;
          width: number | null;
          height: number | null;
          object_path: string;
          created_at: string;
        };
        Insert: {
          id?: string;
          user_id?: string;
          chat_id: string;
          message_id: string;
          position: number;
          kind: "image" | "document";
          name: string;
          media_type: string;
          size: number;
          text?: string | null;
          pages?: number | null;
          width?: number | null;
          height?: number | null;
          object_path: string;
        };
        Update: Record<string, never>;
        Relationships: [
          {
            foreignKeyName: "message_attachments_chat_id_fkey";
            columns: ["chat_id"];
            isOneToOne: false;
            referencedRelation: "chat_history";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "message_attachments_message_id_fkey";
            columns: ["message_id"];
            isOneToOne: false;
            referencedRelation: "chat_messages";
            referencedColumns: ["id"];
          },
        ];
      };
      message_images: {
        Row: {
          id: string;
          user_id: string;
          message_id: string | null;
          content_type: "image/png" | "image/jpeg" | "image/webp" | "application/vnd.clover.encrypted";
          content: string;
          created_at: string;
          reply_id: string | null;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
          {
            foreignKeyName: "message_images_message_id_fkey";
            columns: ["message_id"];
            isOneToOne: false;
            referencedRelation: "chat_messages";
            referencedColumns: ["id"];
          },
        ];
      };
      message_reservations: {
        Row: {
          message_id: string;
          user_id: string;
          usage_day: string;
          attempts: number;
          state: "reserved" | "answered" | "refunded";
          created_at: string;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      message_usage: {
        Row: {
          user_id: string;
          usage_day: string;
          model_id: string;
          requests: number;
          estimated_requests: number;
          prompt_tokens: number;
          completion_tokens: number;
          billed_tokens: number;
          cost: number;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      personas: {
        Row: {
          id: string;
          user_id: string;
          name: string;
          color: "green" | "blue" | "purple" | "red" | "yellow" | "gray";
          instructions: string;
          model_id: string | null;
          vendor_id: string | null;
          parameters: Json;
          starters: string[];
          revision: number;
          updated_at: string;
        };
        Insert: {
          id?: string;
          user_id?: string;
          name: string;
          color?: "green" | "blue" | "purple" | "red" | "yellow" | "gray";
          instructions?: string;
          model_id?: string | null;
          vendor_id?: string | null;
          parameters?: Json;
          starters?: string[];
        };
        Update: {
          name?: string;
          color?: "green" | "blue" | "purple" | "red" | "yellow" | "gray";
          instructions?: string;
          model_id?: string | null;
          vendor_id?: string | null;
          parameters?: Json;
          starters?: string[];
        };
        Relationships: [
        ];
      };
      project_files: {
        Row: {
          id: string;
          user_id: string;
          project_id: string;
          name: string;
          media_type: string;
          size: number;
          pages: number | null;
          text: string;
          characters: number;
          created_at: string;
        };
        Insert: {
          id?: string;
          user_id?: string;
          project_id: string;
          name: string;
          media_type: string;
          size: number;
          pages?: number | null;
          text: string;
          characters: number;
          created_at?: string;
        };
        Update: {
          name?: string;
          media_type?: string;
          text?: string;
        };
        Relationships: [
          {
            foreignKeyName: "project_files_project_id_fkey";
            columns: ["project_id"];
            isOneToOne: false;
            referencedRelation: "projects";
            referencedColumns: ["id"];
          },
        ];
      };
      projects: {
        Row: {
          id: string;
          user_id: string;
          name: string;
          color: "gray" | "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink";
          instructions: string | null;
          model_id: string | null;
          vendor_id: string | null;
          archived_at: string | null;
          created_at: string;
          updated_at: string;
          persona_id: string | null;
        };
        Insert: {
          id?: string;
          user_id?: string;
          name: string;
          color?: "gray" | "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink";
          instructions?: string | null;
          model_id?: string | null;
          vendor_id?: string | null;
        };
        Update: {
          name?: string;
          color?: "gray" | "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink";
          instructions?: string | null;
          model_id?: string | null;
          vendor_id?: string | null;
          archived_at?: string | null;
          persona_id?: string | null;
        };
        Relationships: [
        ];
      };
      published_personas: {
        Row: {
          id: string;
          name: string;
          color: "green" | "blue" | "purple" | "red" | "yellow" | "gray";
          instructions: string;
          model_id: string | null;
          vendor_id: string | null;
          parameters: Json;
          starters: string[];
          revision: number;
          updated_at: string;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      published_prompts: {
        Row: {
          id: string;
          name: string;
          title: string;
          text: string;
          revision: number;
          updated_at: string;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      removed_vendors: {
        Row: {
          name: string;
          display_name: string;
          removed_at: string;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      reply_passages: {
        Row: {
          id: string;
          user_id: string;
          message_id: string;
          passages: string;
          created_at: string;
        };
        Insert: {
          id: string;
          user_id?: string;
          message_id: string;
          passages: string;
        };
        Update: {
          passages?: string;
        };
        Relationships: [
          {
            foreignKeyName: "reply_passages_message_id_fkey";
            columns: ["message_id"];
            isOneToOne: false;
            referencedRelation: "chat_messages";
            referencedColumns: ["id"];
          },
        ];
      };
      running_replies: {
        Row: {
          id: string;
          user_id: string;
          chat_id: string;
          question_id: string;
          started_at: string;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
          {
            foreignKeyName: "running_replies_chat_id_fkey";
            columns: ["chat_id"];
            isOneToOne: false;
            referencedRelation: "chat_history";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "running_replies_question_id_fkey";
            columns: ["question_id"];
            isOneToOne: false;
            referencedRelation: "chat_messages";
            referencedColumns: ["id"];
          },
        ];
      };
      saved_prompts: {
        Row: {
          id: string;
          user_id: string;
          name: string;
          title: string;
          text: string;
          revision: number;
          updated_at: string;
        };
        Insert: {
          id?: string;
          user_id?: string;
          name: string;
          title?: string;
          text: string;
        };
        Update: {
          name?: string;
          title?: string;
          text?: string;
        };
        Relationships: [
        ];
      };
      shared_chats: {
        Row: {
          id: string;
          user_id: string;
          chat_id: string;
          has_password: boolean;
          days: number | null;
          expires_at: string | null;
          openings: number;
          created_at: string;
        };
        Insert: {
          id: string;
          user_id?: string;
          chat_id: string;
          envelope: string;
          days?: number | null;
        };
        Update: Record<string, never>;
        Relationships: [
          {
            foreignKeyName: "shared_chats_chat_id_fkey";
            columns: ["chat_id"];
            isOneToOne: false;
            referencedRelation: "chat_history";
            referencedColumns: ["id"];
          },
        ];
      };
      shared_drafts: {
        Row: {
          id: string;
          user_id: string;
          chat_id: string | null;
          text: string;
        };
        Insert: {
          user_id?: string;
          chat_id?: string | null;
          text: string;
        };
        Update: {
          user_id?: string;
          chat_id?: string | null;
          text?: string;
        };
        Relationships: [
          {
            foreignKeyName: "shared_drafts_chat_id_fkey";
            columns: ["chat_id"];
            isOneToOne: false;
            referencedRelation: "chat_history";
            referencedColumns: ["id"];
          },
        ];
      };
      subscriptions: {
        Row: {
          user_id: string;
          plan: "starter" | "professional";
          billing: "monthly" | "annual" | null;
          source: "simulated" | "admin";
          started_at: string;
          ends_at: string | null;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      support_consent: {
        Row: {
          user_id: string;
          is_given: boolean;
          changed_at: string;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      system_settings: {
        Row: {
          setting_key: string;
          setting_value: string;
          is_public: boolean;
          description: string | null;
          updated_at: string;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      temporary_restrictions: {
        Row: {
          id: string;
          user_id: string;
          restriction_type: "ban" | "restrict";
          reason: string | null;
          expires_at: string;
          created_by: string | null;
          is_active: boolean;
          created_at: string;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      turn_off_statements: {
        Row: {
          user_id: string;
          statement: string;
          created_at: string;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      unlock_methods: {
        Row: {
          id: string;
          user_id: string;
          kind: "passkey" | "passphrase" | "words";
          name: string;
          key_version: number;
          salt: string;
          credential_id: string | null;
          wrapped_key: string;
          created_at: string;
          last_used_at: string | null;
        };
        Insert: Record<string, never>;
        Update: {
          last_used_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "unlock_methods_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "account_encryption";
            referencedColumns: ["user_id"];
          },
        ];
      };
      user_activity_logs: {
        Row: {
          id: string;
          user_id: string | null;
          admin_id: string | null;
          action_type: string;
          action_details: Json;
          ip_address: string | null;
          user_agent: string | null;
          created_at: string;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      user_roles: {
        Row: {
          id: string;
          user_id: string;
          role: "admin" | "banned" | "restricted";
          created_at: string;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      user_sessions: {
        Row: {
          id: string;
          user_id: string;
          admin_id: string;
          session_type: "impersonation";
          is_active: boolean;
          created_at: string;
          expires_at: string;
          ended_at: string | null;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
      user_verification_status: {
        Row: {
          id: string;
          user_id: string;
          email_verified: boolean;
          email_verified_at: string | null;
          forced_password_reset: boolean;
          forced_password_reset_at: string | null;
        };
        Insert: Record<string, never>;
        Update: Record<string, never>;
        Relationships: [
        ];
      };
    };
    Views: Record<never, never>;
    Functions: {
      act_on_user: {
        Args: { actor: Json; target_user: string; act: Json };
        Returns: Json;
      };
      activate_vendor: {
        Args: { vendor_id: string };
        Returns: undefined;
      };
      activate_vendor_as: {
        Args: { actor: Json; vendor_name: string };
        Returns: Json;
      };
      add_unlock_method: {
        Args: { method: Json; replaces?: string };
        Returns: string;
      };
      add_vendor: {
        Args: { actor: Json; vendor_id: string; display_name: string; endpoint_url: string; config: Json; encrypted_key?: string; key_last4?: string; header_names?: string[] };
        Returns: Json;
      };
      answer_merge_request: {
        Args: { target: string; agrees: boolean };
        Returns: boolean;
      };
      app_start: {
        Args: { project: string; max_chats: number; max_pinned: number };
        Returns: Json;
      };
      begin_completion: {
        Args: { user_id?: string; message_id?: string; vendor_name?: string; model_id?: string; client_address_hash?: string; session_id?: string; api_key_hash?: string; is_own_key?: boolean; reply_id?: string; question_id?: string; continues?: string; prompt_tokens?: number; reply_tokens?: number; instructions?: string[] };
        Returns: Json;
      };
      begin_connection_check: {
        Args: { user_id: string; vendor_name: string; model_id: string };
        Returns: Json;
      };
      begin_key_check: {
        Args: { user_id: string; vendor_name: string };
        Returns: Json;
      };
      begin_model_list: {
        Args: { user_id?: string; session_id?: string; api_key_hash?: string };
        Returns: Json;
      };
      begin_reply: {
        Args: { reply_id: string; question_id: string; continues: string; request_id: string; instructions?: string[] };
        Returns: Json;
      };
      begin_user_creation: {
        Args: { actor: Json; new_user: string };
        Returns: Json;
      };
      begin_vendor_test: {
        Args: { actor: Json; vendor_name: string; model_id: string; as_fallback?: boolean };
        Returns: Json;
      };
      begin_view: {
        Args: { actor: Json; target_user: string };
        Returns: Json;
      };
      cancel_subscription: {
        Args: never;
        Returns: Json;
      };
      change_keys: {
        Args: { key_version: number; public_key: string; private_key: string; past_keys: string; methods: Json };
        Returns: Json;
      };
      clear_vendor_key: {
        Args: { actor: Json; vendor_name: string };
        Returns: Json;
      };
      convert_chats: {
        Args: { chats: Json };
        Returns: number;
      };
      convert_files: {
        Args: { files: Json };
        Returns: number;
      };
      convert_image: {
        Args: { id: string; content_type: string; content: string };
        Returns: boolean;
      };
      convert_messages: {
        Args: { messages: Json };
        Returns: number;
      };
      convert_row: {
        Args: { of_table: string; id: string; stored: Json; converted: Json };
        Returns: boolean;
      };
      copy_message_image: {
        Args: { source: string; copy: string; message: string; content_type: string; content: string };
        Returns: boolean;
      };
      count_branch: {
        Args: { chat: string };
        Returns: number;
      };
      count_hidden_chats: {
        Args: never;
        Returns: number;
      };
      create_api_key: {
        Args: { user_id: string; name: string; prefix: string; key_hash: string };
        Returns: Json;
      };
      current_plan: {
        Args: never;
        Returns: string;
      };
      current_view: {
        Args: { actor: Json };
        Returns: Json;
      };
      delete_hidden_chats: {
        Args: never;
        Returns: number;
      };
      delete_model: {
        Args: { actor: Json; model_id: string };
        Returns: Json;
      };
      delete_vendor_model: {
        Args: { actor: Json; vendor_name: string; model_id: string };
        Returns: Json;
      };
      delete_version: {
        Args: { message: string; head?: Json };
        Returns: number;
      };
      enable_vendor: {
        Args: { actor: Json; vendor_name: string; is_enabled: boolean };
        Returns: Json;
      };
      end_session: {
        Args: { session_id: string };
        Returns: boolean;
      };
      end_user_session: {
        Args: { actor: Json; target_user: string; session_id: string };
        Returns: Json;
      };
      end_view: {
        Args: { actor: Json };
        Returns: Json;
      };
      export_account: {
        Args: never;
        Returns: Json;
      };
      export_analytics: {
        Args: { actor: Json; first_day: string; last_day: string; by_what: string; max_rows?: number };
        Returns: Json;
      };
      export_chats: {
        Args: { after?: string; only_hidden?: boolean };
        Returns: { id: string; title: string; project_id: string; created_at: string; updated_at: string; pinned_at: string; active_message_id: string; is_hidden: boolean; archived_at: string; model_id: string; vendor_id: string; parameters: Json; chat_key: string }[];
      };
      export_log: {
        Args: { actor: Json; filter?: Json; max_rows?: number };
        Returns: Json;
      };
      export_messages: {
        Args: { chat: string; after?: number };
        Returns: { id: string; parent_id: string; role: string; content: string; status: string; model_id: string; vendor_id: string; unavailable_vendor: string; content_format: string; created_at: string; seq: number; parameters: Json; usage: Json }[];
      };
      export_users: {
        Args: { actor: Json; filter?: Json; after?: string; max_rows?: number };
        Returns: Json;
      };
      find_model_vendor: {
        Args: { model_id: string };
        Returns: string;
      };
      find_system_message: {
        Args: { before: string };
        Returns: { id: string; chat_id: string; parent_id: string; role: string; content: string }[];
      };
      find_system_prompt: {
        Args: { before: string };
        Returns: string;
      };
      finish_completion: {
        Args: { user_id: string; message_id: string; outcome: string; vendor_id?: string; model_id?: string; prompt_tokens?: number; completion_tokens?: number; is_estimated?: boolean; reply_id?: string; reply_text?: string; reply_status?: string; vendor_name?: string; unavailable_vendor?: string; reply_reasoning?: string; reasoning_ms?: number; requested_model?: string; reasoning_tokens?: number; cached_tokens?: number; reply_ms?: number; unavailable_reason?: string; failed_vendor_id?: string; failed_model_id?: string };
        Returns: Json;
      };
      finish_reply: {
        Args: { reply_id: string; text: string; status: string; model_id?: string; vendor_id?: string; unavailable_vendor?: string; reasoning?: string; reasoning_ms?: number; requested_model?: string; prompt_tokens?: number; completion_tokens?: number; reasoning_tokens?: number; cached_tokens?: number; reply_ms?: number };
        Returns: Json;
      };
      finish_turning_off: {
        Args: never;
        Returns: Json;
      };
      finish_turning_on: {
        Args: never;
        Returns: Json;
      };
      finish_user_creation: {
        Args: { actor: Json; new_user: string; failure: string; roles?: string[]; plan?: string };
        Returns: Json;
      };
      finish_vendor_check: {
        Args: { vendor_id: string; subject: string; claim: string; result: Json };
        Returns: undefined;
      };
      fork_chat: {
        Args: { message: string; new_chat: string; since?: string };
        Returns: string;
      };
      get_analytics: {
        Args: { actor: Json; first_day: string; last_day: string; by_what: string; max_rows?: number };
        Returns: Json;
      };
      get_api_usage: {
        Args: never;
        Returns: { user_id: string; total_requests: number }[];
      };
      get_chat_usage: {
        Args: { chat: string };
        Returns: Json;
      };
      get_dashboard: {
        Args: { actor: Json };
        Returns: Json;
      };
      get_message_quota: {
        Args: never;
        Returns: Json;
      };
      get_usage_budget: {
        Args: never;
        Returns: Json;
      };
      get_user_activity: {
        Args: { target_user_id: string; limit_count?: number; offset_count?: number };
        Returns: Database['public']['Tables']["user_activity_logs"]['Row'][];
      };
      has_role: {
        Args: { role_name: string };
        Returns: boolean;
      };
      history_since: {
        Args: never;
        Returns: string;
      };
      import_chats: {
        Args: { chats: Json };
        Returns: Json;
      };
      list_api_keys: {
        Args: { actor: Json; search?: string; state?: string; page?: number; page_size?: number };
        Returns: Json;
      };
      list_branch: {
        Args: { chat: string; before?: string; max_messages?: number };
        Returns: { id: string; chat_id: string; role: string; content: string; status: string; model_id: string; vendor_id: string; unavailable_vendor: string; created_at: string; seq: number; parent_id: string; versions: string[]; reasoning_ms: number; usage: Json; attachments: Json; parameters: Json }[];
      };
      list_bulk: {
        Args: { actor: Json; page?: number; page_size?: number };
        Returns: Json;
      };
      list_encrypted_keys: {
        Args: { actor: Json };
        Returns: Json;
      };
      list_log: {
        Args: { actor: Json; filter?: Json; page?: number; page_size?: number };
        Returns: Json;
      };
      list_models: {
        Args: { actor: Json };
        Returns: Json;
      };
      list_published_personas: {
        Args: { actor: Json };
        Returns: Json;
      };
      list_published_prompts: {
        Args: { actor: Json };
        Returns: Json;
      };
      list_roles: {
        Args: { actor: Json };
        Returns: Json;
      };
      list_sessions: {
        Args: never;
        Returns: { id: string; created_at: string; last_active_at: string; user_agent: string; address: string; aal: string; is_current: boolean }[];
      };
      list_settings: {
        Args: { actor: Json };
        Returns: Json;
      };
      list_unconverted: {
        Args: { max_bytes?: number };
        Returns: Json;
      };
      list_unconverted_files: {
        Args: { after?: string };
        Returns: Json;
      };
      list_unconverted_images: {
        Args: { after?: string };
        Returns: Json;
      };
      list_users: {
        Args: { actor: Json; filter?: Json; sort?: string; direction?: string; page?: number; page_size?: number };
        Returns: Json;
      };
      list_vendors: {
        Args: { actor: Json; vendor_name?: string };
        Returns: Json;
      };
      log_key_rotation: {
        Args: { actor: Json; reencrypted: number; failed: string[] };
        Returns: Json;
      };
      merge_users: {
        Args: { actor: Json; source_user: string; target_user: string };
        Returns: Json;
      };
      my_access_receipts: {
        Args: { before?: string; max_results?: number };
        Returns: { id: string; action_type: string; reason: string; created_at: string }[];
      };
      my_merge_request: {
        Args: never;
        Returns: Json;
      };
      open_shared_chat: {
        Args: { share: string };
        Returns: Json;
      };
      open_vendor: {
        Args: { actor: Json; vendor_name: string; act: string };
        Returns: Json;
      };
      order_models: {
        Args: { actor: Json; model_ids: string[] };
        Returns: Json;
      };
      order_vendors: {
        Args: { actor: Json; vendor_names: string[] };
        Returns: Json;
      };
      own_access: {
        Args: never;
        Returns: Json;
      };
      own_standing: {
        Args: never;
        Returns: string;
      };
      prepare_chat: {
        Args: { chat: string };
        Returns: Json;
      };
      preview_merge: {
        Args: { actor: Json; source_user: string; target_user: string };
        Returns: Json;
      };
      publish_personas: {
        Args: { actor: Json; personas: Json };
        Returns: Json;
      };
      publish_prompt: {
        Args: { actor: Json; prompt_id: string; known_revision: number; name: string; title: string; text: string };
        Returns: Json;
      };
      purge_images: {
        Args: never;
        Returns: number;
      };
      read_bulk: {
        Args: { actor: Json; bulk_id: string };
        Returns: Json;
      };
      read_chat_heads: {
        Args: { chats: string[] };
        Returns: Json;
      };
      read_mail_status: {
        Args: { actor: Json };
        Returns: Json;
      };
      read_message_image: {
        Args: { image_id: string };
        Returns: { content_type: string; content: string }[];
      };
      read_reply: {
        Args: { reply_id: string; start?: number; reasoning_start?: number };
        Returns: Json;
      };
      read_status: {
        Args: { actor: Json };
        Returns: Json;
      };
      read_vendor_check: {
        Args: { vendor_id: string; subject: string };
        Returns: Json;
      };
      recent_activity: {
        Args: { actor: Json };
        Returns: Json;
      };
      release_reservation: {
        Args: { message_id: string };
        Returns: boolean;
      };
      remove_unlock_method: {
        Args: { method: string };
        Returns: boolean;
      };
      remove_vendor: {
        Args: { actor: Json; vendor_name: string };
        Returns: Json;
      };
      replace_vendor_key: {
        Args: { actor: Json; vendor_id: string; old_key: string; new_key: string };
        Returns: Json;
      };
      request_merge: {
        Args: { actor: Json; source_user: string; target_user: string };
        Returns: Json;
      };
      require_session: {
        Args: never;
        Returns: undefined;
      };
      reserve_message: {
        Args: { message_id: string };
        Returns: undefined;
      };
      revoke_api_key: {
        Args: { key_id: string };
        Returns: boolean;
      };
      revoke_api_key_as: {
        Args: { actor: Json; key_id: string };
        Returns: Json;
      };
      save_account_instructions: {
        Args: { about: string; style: string; is_used: boolean; known_revision?: number };
        Returns: Json;
      };
      save_chat_head: {
        Args: { chat: string; number: number; envelope: string };
        Returns: boolean;
      };
      save_model: {
        Args: { actor: Json; model: Json };
        Returns: Json;
      };
      save_replies: {
        Args: { pieces: Json };
        Returns: Json;
      };
      save_reply: {
        Args: { reply_id: string; start: number; text: string; reasoning_start?: number; reasoning?: string };
        Returns: boolean;
      };
      save_setting: {
        Args: { actor: Json; key: string; value: string };
        Returns: Json;
      };
      save_vendor: {
        Args: { actor: Json; vendor_name: string; display_name?: string; endpoint_url?: string; config?: Json };
        Returns: Json;
      };
      save_vendor_model: {
        Args: { actor: Json; vendor_name: string; model_id: string; display_name: string; is_available: boolean; config: Json };
        Returns: Json;
      };
      save_vendor_models: {
        Args: { actor: Json; vendor_name: string; models: Json };
        Returns: Json;
      };
      schema_version: {
        Args: never;
        Returns: string;
      };
      search_messages: {
        Args: { query: string; before?: string; max_results?: number; since?: string; model?: string; with_code?: boolean; archived?: boolean; pinned?: boolean; project?: string };
        Returns: { chat_id: string; chat_title: string; message_id: string; role: string; excerpt: string; created_at: string; is_archived: boolean }[];
      };
      send_test_mail: {
        Args: { actor: Json };
        Returns: Json;
      };
      session_requirement: {
        Args: never;
        Returns: string;
      };
      set_support_consent: {
        Args: { is_given: boolean };
        Returns: boolean;
      };
      set_user_budget: {
        Args: { actor: Json; target_user: string; tokens_per_month: number; cost_per_month: number };
        Returns: Json;
      };
      set_vendor_key: {
        Args: { actor: Json; vendor_name: string; endpoint_url: string; encrypted_key: string; key_last4: string; header_names?: string[]; old_key?: string };
        Returns: Json;
      };
      show_user: {
        Args: { actor: Json; target_user: string };
        Returns: Json;
      };
      show_version: {
        Args: { message: string };
        Returns: string;
      };
      start_bulk: {
        Args: { actor: Json; bulk_id: string; operation: Json; target_users?: string[]; filter?: Json };
        Returns: Json;
      };
      start_turning_off: {
        Args: { statement?: string };
        Returns: string;
      };
      step_bulk: {
        Args: { actor: Json; bulk_id: string; max_accounts?: number };
        Returns: Json;
      };
      stop_reply: {
        Args: { reply_id: string };
        Returns: boolean;
      };
      store_message_image: {
        Args: { owner_id: string; content_type: string; content: string; image_id?: string; reply_id?: string };
        Returns: string;
      };
      subscribe: {
        Args: { billing: string };
        Returns: Json;
      };
      turn_on_encryption: {
        Args: { public_key: string; private_key: string; methods: Json };
        Returns: Json;
      };
      unpublish_persona: {
        Args: { actor: Json; persona_id: string };
        Returns: Json;
      };
      unpublish_prompt: {
        Args: { actor: Json; prompt_id: string };
        Returns: Json;
      };
      use_memory: {
        Args: { is_on: boolean };
        Returns: undefined;
      };
      use_unlock_method: {
        Args: { method: string };
        Returns: undefined;
      };
      view_account: {
        Args: { actor: Json; view_id: string; page: string; chat?: string; before?: string };
        Returns: Json;
      };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};

type Tables = Database['public']['Tables'];

/** A row as a signed-in client may read it. */
export type Row<Name extends keyof Tables> = Tables[Name]['Row'];
/** What a signed-in client may insert. */
export type Insert<Name extends keyof Tables> = Tables[Name]['Insert'];
/** What a signed-in client may update. */
export type Update<Name extends keyof Tables> = Tables[Name]['Update'];
